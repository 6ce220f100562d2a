import { encode } from 'uqr'

/** Returns the modules of a QR code by row, with the quiet zone that cameras need. */
export const encodeQr = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 4 }).data
