import type { VNode } from 'preact';
import { FieldFault } from '../parts/fields.page.js';
import { useForm } from '../parts/page-context.js';

/** A type of event with what it says. */
export interface EventType {
  type: string;
  description: string;
}

/** The groups by the first word of a type. The last one has all others. */
const GROUPS: readonly (readonly [title: string, subjects: readonly string[]])[] = [
  ['Opportunities', ['opportunity', 'alert']],
  ['Reports and themes', ['report', 'theme']],
  ['Contacts and pitches', ['contact', 'pitch', 'bulk_job']],
  ['Credits and keys', ['credits', 'key', 'subscription']],
  ['Team', []],
];

const subjectOf = (type: string): string => type.split('.')[0] ?? '';
const NAMED = GROUPS.flatMap(([, subjects]) => subjects);

/** The types of events as boxes in groups, and one box for all of them. */
export function EventPicker({ types }: { types: readonly EventType[] }): VNode {
  const form = useForm();
  const chosen = (form.values.event_types ?? '*').split(' ');
  const isRefused = 'event_types' in form.faults;
  return (
    <fieldset
      class="event-picker"
      aria-invalid={isRefused || undefined}
      aria-describedby={isRefused ? 'event_types-fault' : undefined}
    >
      <legend>Events</legend>
      <FieldFault name="event_types" />
      <div class="ticks">
        <label class="tick">
          <input type="checkbox" name="event_types" value="*" checked={chosen.includes('*')} />
          <span>
            All events<small> also types that come later. Clear this box to choose only some.</small>
          </span>
        </label>
      </div>
      <details open={!chosen.includes('*')}>
        <summary>Only some events</summary>
        {GROUPS.map(([title, subjects]) => {
          const members = types.filter(({ type }) =>
            subjects.length > 0 ? subjects.includes(subjectOf(type)) : !NAMED.includes(subjectOf(type)),
          );
          return (
            <div key={title}>
              <h3>{title}</h3>
              <div class="ticks">
                {members.map(({ type, description }) => (
                  <label class="tick" key={type}>
                    <input type="checkbox" name="event_types" value={type} checked={chosen.includes(type)} />
                    <span>
                      {eventWords(type)}
                      <small> {withCode(description)}</small>
                    </span>
                    <code>{type}</code>
                  </label>
                ))}
              </div>
            </div>
          );
        })}
      </details>
    </fieldset>
  );
}

/** A description with what stands between backticks as code. */
const withCode = (description: string): (string | VNode)[] =>
  description.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>));

/** `opportunity.status_changed` as `Opportunity: status changed`. */
export function eventWords(type: string): string {
  const [subject = '', what = ''] = type.replaceAll('_', ' ').split('.');
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${what}`;
}
