import { encode } from 'uqr'

/** The dots of a QR code, row by row, with the white around it that cameras want. */
export const encodeQr = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 4 }).data
