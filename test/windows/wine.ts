/** Whether Windows is Wine's, which lacks some of what the real one has. */
export const UNDER_WINE = process.env['UNDER_WINE'] === 'true'
