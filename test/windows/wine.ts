/** Whether the tests run under Wine, which lacks features of Windows. */
export const UNDER_WINE = process.env['UNDER_WINE'] === 'true'
