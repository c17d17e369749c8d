import type { VNode } from 'preact';
import { clippedAtWord } from '#platform/text/clipped.text.js';
import type { SourceConnector, SourcePreviewResult } from '#workspace/tracking/tracking.operations.js';
import { Field } from '../parts/fields.page.js';
import { Form, Submit, Time } from '../parts/parts.page.js';
import { SOURCES } from './sources.page.js';

const SHOWN_CHARACTERS = 240;

export interface AddSourceView {
  connector: SourceConnector;
  settings: Readonly<Record<string, string>>;
  preview: SourcePreviewResult | null;
}

/** The settings of a new source, then its first page as it would be stored, and the button that adds it. */
export function AddSourcePage({ connector, settings, preview }: AddSourceView): VNode {
  const { name, title, kind, terms, terms_url, is_contactable } = connector;
  return (
    <>
      <p class="crumbs">
        <a href={SOURCES}>Sources</a>
      </p>
      <h1>{title}</h1>
      <p class="quiet">
        {terms} <a href={terms_url}>Its terms</a>
        {!is_contactable && '. Contacts of its writers are not revealed.'}
      </p>
      <Form action={`${SOURCES}/preview/${name}`}>
        {connector.settings.map((setting) => (
          <Field
            key={setting.name}
            name={setting.name}
            label={setting.is_required ? setting.label : `${setting.label} (optional)`}
            hint={`${setting.hint} Such as: ${setting.example}`}
            value={settings[setting.name]}
            maxLength={2_000}
            autocomplete="off"
            required={setting.is_required}
          />
        ))}
        <button type="submit">Preview</button>
      </Form>
      {preview && (
        <section>
          <h2>Preview</h2>
          <Form action={`${SOURCES}/add/${name}`}>
            {Object.entries(settings).map(([setting, value]) => (
              <input key={setting} type="hidden" name={setting} value={value} />
            ))}
            <Submit look="primary">Add this source</Submit>
          </Form>
          <p>
            {preview.read} items on its first page
            {preview.rejected.length > 0 && `, ${preview.rejected.length} that cannot be read`}. Nothing is stored yet.
          </p>
          {preview.lines.length === 0 && <p>No item has {kind} with words.</p>}
          <ul class="home-list">
            {preview.lines.map(({ external_id, title: heading, text, written_at }) => (
              <li key={external_id} dir="auto">
                {heading && <strong>{heading}: </strong>}
                {clippedAtWord(text, SHOWN_CHARACTERS)}{' '}
                {written_at && (
                  <span class="quiet">
                    <Time at={written_at} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
