/**
 * Values of the ready-made themes, for the stylesheets made of them and the dashboard's theme editor. Not published: the
 * stylesheets are.
 */
export { measureContrasts } from './contrast.ts'
export { cssOfTheme, defaultTheme, themes, type ColorName, type Theme } from './themes.ts'
