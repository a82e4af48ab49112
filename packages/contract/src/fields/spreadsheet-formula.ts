/**
 * CSV injection: text that a spreadsheet could run as a formula and that may exfiltrate the sheet. Spreadsheets in Chinese and
 * Japanese also take the full-width signs, and some of them skip a leading tab or line break.
 */
export const SPREADSHEET_FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
