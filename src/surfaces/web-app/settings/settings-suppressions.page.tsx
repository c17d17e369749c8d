import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';
import type { TeamSuppressionView } from '#workspace/enrichment/team-suppressions.operations.js';
import { Field } from '../parts/fields.page.js';
import { Form, IfMay, Table, Time } from '../parts/parts.page.js';

/** The page of the list, and the entry after which older ones follow. */
export const SUPPRESSIONS = '/app/settings/suppressions';

/** Longer addresses of profiles are cut. */
const MAX_VALUE_LENGTH = 300;

interface SuppressionsView {
  entries: readonly TeamSuppressionView[];
  /** The cursor of older entries; null at the end. */
  next: string | null;
}

/** The people and domains that a team does not want to contact. */
export function SuppressionsPage({ entries, next }: SuppressionsView): VNode {
  return (
    <>
      <p>
        People whom your team does not want to contact. Unlocking such a person is free and reveals nothing, and what
        was unlocked before is hidden until you remove the entry.
      </p>
      <IfMay right="write">
        <Form action={SUPPRESSIONS}>
          <Field
            name="value"
            label="Email address, domain or profile URL"
            hint="A domain stands for all people with an address or a company website there."
            maxLength={1_000}
            autocomplete="off"
            required
          />
          <button type="submit">Add</button>
        </Form>
      </IfMay>
      {entries.length > 0 && (
        <Table columns={['Entry', 'Added', 'Actions']}>
          {entries.map(({ id, value, created_at }) => (
            <tr key={id}>
              <td>{clipped(value, MAX_VALUE_LENGTH)}</td>
              <td data-label="Added">
                <Time at={new Date(created_at)} />
              </td>
              <td>
                <IfMay right="write">
                  <Form action={`${SUPPRESSIONS}/${id}/remove`} className="inline">
                    <button type="submit" aria-label={`Remove ${clipped(value, MAX_VALUE_LENGTH)}`}>
                      Remove
                    </button>
                  </Form>
                </IfMay>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {next && <a href={`${SUPPRESSIONS}?cursor=${encodeURIComponent(next)}`}>Older entries</a>}
    </>
  );
}
