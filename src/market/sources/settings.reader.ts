import { parsedUrl } from '#platform/text/parsed.url.js';
import type { Connector, Settings } from './connectors/connector.js';
import { sourceSettingsInvalid } from './source.failures.js';

/**
 * The settings of a source as its connector wants them: trimmed, in one form, and without empty ones.
 * @throws 400 `source_settings_invalid`
 */
export function readSettings(connector: Connector, given: Readonly<Record<string, unknown>>): Settings {
  const names = connector.fields.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw sourceSettingsInvalid({
      setting: unknown.slice(0, 100),
      fault: `is not a setting of ${connector.name}. Its settings are ${names.join(', ')}`,
    });
  }
  const settings: Record<string, string> = {};
  for (const { name, isRequired, pattern, rule, normalize } of connector.fields) {
    const value = given[name] ?? '';
    if (typeof value !== 'string') throw sourceSettingsInvalid({ setting: name, fault: 'must be text' });
    const text = value.trim();
    if (text === '') {
      if (isRequired) throw sourceSettingsInvalid({ setting: name, fault: 'is required' });
      continue;
    }
    if (!text.isWellFormed() || !pattern.test(text)) throw sourceSettingsInvalid({ setting: name, fault: rule });
    settings[name] = normalize ? normalize(text) : text;
  }
  demandAddress(connector, settings);
  return settings;
}

/** The place is a key of an index, whose entries have at most 2,700 bytes. */
const MAX_KEY_BYTES = 2_500;

/** @throws 400 `source_settings_invalid` for settings that name no address, or are too long */
function demandAddress(connector: Connector, settings: Settings): void {
  const field = connector.fields.find(({ name }) => name === connector.identity[0]);
  const refused = (fault: string) => sourceSettingsInvalid({ setting: field?.name ?? 'connector', fault });
  if (!parsedUrl(connector.pageOf(settings))) throw refused(field?.rule ?? 'names no place');
  if (Buffer.byteLength(settingsKeyOf(connector, settings)) > MAX_KEY_BYTES) throw refused('is too long');
}

/** A secret that is put in a header as it is. */
const ONE_LINE = /^[\x21-\x7e]{1,4000}$/;
const MAX_SECRET = 20_000;

/**
 * The secret that someone gave, in the form in which its connector keeps it. Null if there is none.
 * @throws 400 `source_settings_invalid` if the connector has no use for it, needs one, or cannot use it
 */
export function readSecret(connector: Connector, given: string | undefined): { id: string; secret: string } | null {
  const refused = (fault: string) => sourceSettingsInvalid({ setting: 'credential', fault });
  const { credential, title, secret: form } = connector;
  if (given === undefined) {
    if (credential === 'required') throw refused('is required');
    return null;
  }
  if (credential === 'none') throw refused(`is not used by ${title}`);
  if (form === undefined) {
    if (!ONE_LINE.test(given)) throw refused('must be one line without spaces');
    return { id: 'new', secret: given };
  }
  const secret = given.length > MAX_SECRET ? null : form.read(given);
  if (secret === null) throw refused(form.rule);
  return { id: 'new', secret };
}

/** What says which place a source is. The same for the same place. */
export const settingsKeyOf = ({ identity }: Connector, settings: Settings): string =>
  JSON.stringify(identity.map((name) => settings[name] ?? null));
