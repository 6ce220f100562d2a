export {}

declare module '@platform/kernel/db/tables' {
  interface Tables {
    setupLinks: {
      tokenHash: Buffer
      expireTime: Date
    }
  }
}
