/**
 * `npm run drill:hostile -- DIR` sends the strings of files; `npm run drill:hostile -- 100000` sends this number of
 * generated requests.
 */
const isFolder = /\D/.test(process.argv[2] ?? '');
await import(isFolder ? './strings.drill.mjs' : './generated.drill.mjs');
