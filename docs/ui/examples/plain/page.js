const element = document.querySelector('platform-install')

element.options = {
  // Your backend signs a JWT for the end user who is signed in.
  getToken: async (caller) => {
    const reply = await fetch('/api/token', { method: 'POST', body: JSON.stringify(caller) })
    return reply.text()
  },
}
element.addEventListener('platform-install', ({ detail }) => {
  document.title = `Installed ${detail.installationId}`
})
