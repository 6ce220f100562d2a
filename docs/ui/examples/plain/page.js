const element = document.querySelector('platform-install')

element.options = {
  // Your backend signs a JWT for the end user who is signed in.
  getToken: async () => {
    const reply = await fetch('/api/platform-token')
    if (!reply.ok) throw new Error(`The token request failed with status ${reply.status}.`)
    return reply.text()
  },
}
element.addEventListener('platform-install', ({ detail }) => {
  document.title = `Installed ${detail.installationId}`
})
