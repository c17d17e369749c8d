import { FileUnreadable } from './record.types.js';

/** The number of bytes that identify a format. */
export const FOREIGN_HEAD_BYTES = 512;

const TAR_MARK_AT = 257;

/** Unsupported formats: their name, their first bytes, and where these are. */
const FOREIGN: readonly (readonly [name: string, mark: Buffer, at: number])[] = [
  ['packed with zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 0],
  ['packed with bzip2', Buffer.from('BZh'), 0],
  ['packed with xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]), 0],
  ['a 7z archive', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]), 0],
  ['a RAR archive', Buffer.from('Rar!'), 0],
  ['a tar archive', Buffer.from('ustar'), TAR_MARK_AT],
];
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const PDF = Buffer.from('%PDF-');

const begins = (head: Buffer, mark: Buffer, at = 0): boolean => head.subarray(at, at + mark.length).equals(mark);

const WORKBOOK = 'is a spreadsheet: save its sheet as CSV in UTF-8, and import the CSV file';

/** @throws FileUnreadable for a file in an unsupported format, with a remedy */
export function demandReadable(head: Buffer): void {
  const [name] = FOREIGN.find(([, mark, at]) => begins(head, mark, at)) ?? [];
  if (name !== undefined) {
    throw new FileUnreadable(`The file is ${name}: unpack it, and import its files. Standard input (-) works too`);
  }
  if (begins(head, OLD_EXCEL)) throw new FileUnreadable(`The file ${WORKBOOK}`);
  if (begins(head, PDF)) throw new FileUnreadable('The file is a PDF; export the data as CSV or JSON');
}

/** The first files of a zip archive that is a workbook of Excel or OpenDocument. */
const WORKBOOK_FILES = new Set(['[Content_Types].xml', 'xl/workbook.xml', 'mimetype']);

/** @throws FileUnreadable for a zip archive that is a spreadsheet, by the name of a file in it */
export function demandNoWorkbook(name: string): void {
  if (WORKBOOK_FILES.has(name)) throw new FileUnreadable(`The file ${WORKBOOK}`);
}
