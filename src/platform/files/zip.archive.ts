import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { FileUnreadable } from './record.types.js';

const MAX_FILES = 100;
/** Folders, and files that macOS adds to archives. */
const SKIPPED = /\/$|^__MACOSX\/|(?:^|\/)\._|(?:^|\/)\.DS_Store$/;
const ENCRYPTED = 0x1;

/**
 * The files of a zip archive, one after another. `count` receives the compressed bytes that were read.
 * @throws FileUnreadable if the archive is damaged, encrypted, or holds more than 100 files
 */
export async function* readZip(
  path: string,
  count: (bytes: number) => void,
): AsyncGenerator<{ name: string; bytes: AsyncIterable<Buffer> }> {
  const archive = await readable(openPromise(path, { autoClose: false, lazyEntries: true }));
  try {
    if (archive.entryCount > MAX_FILES)
      throw new FileUnreadable(`The archive holds ${archive.entryCount} files; at most ${MAX_FILES} are read`);
    const entries = archive.eachEntry();
    for (;;) {
      const next = await readable(entries.next());
      if (next.done) return;
      if (!SKIPPED.test(next.value.fileName))
        yield { name: next.value.fileName, bytes: unzip(archive, next.value, count) };
    }
  } finally {
    archive.close();
  }
}

async function* unzip(archive: ZipFile, entry: Entry, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  if (entry.generalPurposeBitFlag & ENCRYPTED) throw new FileUnreadable(`${entry.fileName} is encrypted`);
  const stream = await readable(archive.openReadStreamPromise(entry));
  const packed = entry.compressedSize / (entry.uncompressedSize || 1);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      count(chunk.length * packed);
      yield chunk;
    }
  } catch (error) {
    throw asUnreadable(error);
  } finally {
    stream.destroy();
  }
}

async function readable<T>(opening: Promise<T>): Promise<T> {
  return opening.catch((error: unknown) => {
    throw asUnreadable(error);
  });
}

const asUnreadable = (error: unknown): Error =>
  error instanceof FileUnreadable
    ? error
    : new FileUnreadable(`The zip archive cannot be read: ${(error as Error).message}`, { cause: error });
