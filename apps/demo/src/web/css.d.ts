declare module '*.css'
declare module '@platform/react/styles'
