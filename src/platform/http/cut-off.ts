import type { Logger } from '@nestjs/common';
import type { Response } from 'express';

/** The error code of Node's streams: the client closed the connection before the end of the response. */
const READER_GONE = 'ERR_STREAM_PREMATURE_CLOSE';

/**
 * Cuts a response that failed after its first byte, so that a part of it cannot pass as complete. A disconnected
 * client is not a failure.
 */
export function cutOff(response: Response, error: unknown, log: Logger): void {
  if ((error as { code?: string }).code !== READER_GONE) log.error({ error }, 'response cut off');
  response.destroy();
}
