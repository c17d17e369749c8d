import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { startStandIn, type StandIn } from '../../../test/support/stand-ins/http-server.js';
import { cutOff } from './cut-off.js';

describe('a response that fails after its first byte', () => {
  const log = new Logger();
  let server: StandIn;
  let failure: Error;

  beforeAll(async () => {
    server = await startStandIn((_, response) => {
      response.write('a part', () => cutOff(response as Response, failure, log));
    });
  });
  beforeEach(() => {
    jest.spyOn(log, 'error').mockReset();
  });
  afterAll(async () => {
    await server.close();
    jest.restoreAllMocks();
  });

  const download = async (): Promise<string> => (await fetch(server.url)).text();

  it('is cut and logged', async () => {
    failure = new Error('The database is gone');
    await expect(download()).rejects.toThrow('terminated');
    expect(log.error).toHaveBeenCalledWith({ error: failure }, 'response cut off');
  });

  it('is not logged if its client has gone', async () => {
    failure = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    await expect(download()).rejects.toThrow('terminated');
    expect(log.error).not.toHaveBeenCalled();
  });
});
