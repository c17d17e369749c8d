import { type StandIn, startStandIn, type Handler } from './http-server.js';

interface ShownBlock {
  type: string;
  text?: { type: string; text: string };
  elements?: { type: string; text: string }[];
  image_url?: string;
  alt_text?: string;
}

/** A message that appeared in the channel. */
export interface ShownMessage {
  text: string;
  blocks: ShownBlock[];
}

const MOST = { blocks: 50, header: 150, section: 3_000, context: 10, alt: 2_000 };

/** An incoming webhook of Slack: it refuses messages that break the limits of Block Kit, as Slack does, and remembers those that appear. */
export class TestSlack {
  readonly shown: ShownMessage[] = [];
  private next: Handler[] = [];

  private constructor(private readonly server: StandIn) {}

  static async start(): Promise<TestSlack> {
    const server = await startStandIn(() => undefined);
    const slack = new TestSlack(server);
    server.behave((request, response, body) => {
      const other = slack.next.shift();
      if (other) return other(request, response, body);
      const [status, word] = slack.take(request.headers['content-type'], request.url ?? '', body);
      response.writeHead(status, { 'content-type': 'text/plain' }).end(word);
    });
    return slack;
  }

  /** The address of a webhook. Its name says in which workspace and channel. */
  webhook(name: string): string {
    return `${this.server.url}/services/T1/B1/${name}`;
  }

  get requests(): StandIn['requests'] {
    return this.server.requests;
  }

  /** How the next requests are answered, one after the other, before messages appear again. */
  answer(...handlers: Handler[]): void {
    this.next = handlers;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Shows a message and answers never, like a connection that breaks behind Slack. */
  readonly showAndHang: Handler = (request, _response, body) => {
    this.take(request.headers['content-type'], request.url ?? '', body);
  };

  private take(type: string | undefined, path: string, body: string): [number, string] {
    if (!/^\/services\/\w+\/\w+\/\w+$/.test(path)) return [404, 'no_service'];
    if (!type?.startsWith('application/json')) return [400, 'invalid_payload'];
    const message = parsed(body);
    if (!message || !isWithinLimits(message)) return [400, 'invalid_payload'];
    this.shown.push(message);
    return [200, 'ok'];
  }
}

/** An answer of Slack: a status and a word. */
export const says =
  (status: number, word: string, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(word);

function parsed(body: string): ShownMessage | null {
  try {
    const value = JSON.parse(body) as ShownMessage;
    return typeof value.text === 'string' && Array.isArray(value.blocks) ? value : null;
  } catch {
    return null;
  }
}

const isWithinLimits = ({ text, blocks }: ShownMessage): boolean =>
  text.length > 0 && text.length <= 40_000 && blocks.length <= MOST.blocks && blocks.every(isBlock);

function isBlock({ type, text, elements, image_url, alt_text }: ShownBlock): boolean {
  const isText = (each: { type: string; text: string } | undefined, most: number): boolean =>
    each !== undefined &&
    each.text.length > 0 &&
    each.text.length <= most &&
    !/<[!@#](?:everyone|here|channel)/.test(each.text);
  if (type === 'header') return text?.type === 'plain_text' && isText(text, MOST.header);
  if (type === 'section') return isText(text, MOST.section);
  if (type === 'context') {
    return (
      Boolean(elements) && elements!.length <= MOST.context && elements!.every((each) => isText(each, MOST.section))
    );
  }
  return type === 'image' && /^https?:/.test(image_url ?? '') && (alt_text ?? '').length <= MOST.alt;
}
