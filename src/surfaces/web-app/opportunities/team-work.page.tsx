import { Fragment, type VNode } from 'preact';
import { may } from '#access/policy/rights.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import type { ActivityItem, CommentView } from '#workspace/team-work/team-work.operations.js';
import { TextField } from '../parts/fields.page.js';
import { usePage } from '../parts/page-context.js';
import { Form, IfMay, Time } from '../parts/parts.page.js';
import { DECIDE_FORM } from './decisions.page.js';
import { PUT_OFF_CHANGES } from './opportunity-list-changes.js';

/** What the page shows of the team's work on an opportunity. */
export interface TeamWorkView {
  members: readonly { id: string; email: string }[];
  /** The latest, the newest first, with those that the person may delete. */
  comments: readonly (CommentView & { mayDelete: boolean })[];
}

/** A larger team types an address: hundreds of choices would be most of the page. */
const MAX_CHOICES = 30;

/** Who has the opportunity, and until when it is put off. */
export function Assignment({ opportunity, members }: { opportunity: OpportunityDetail } & TeamWorkView): VNode {
  const { id, assignee, snoozed_until } = opportunity;
  return (
    <section>
      <h2>Your team</h2>
      <p class="small">
        {assignee ? (
          <>
            Assigned to <b>{assignee.name}</b>
          </>
        ) : (
          'Assigned to nobody'
        )}
        {snoozed_until && (
          <>
            {' · '}put off until <Time at={snoozed_until} />
          </>
        )}
      </p>
      <IfMay right="write">
        <Form action={`/app/opportunities/${id}/assign`} className="inline">
          {members.length > MAX_CHOICES ? (
            <input
              type="email"
              name="assignee"
              aria-label="Assign to the member with this address"
              value={assignee?.name}
            />
          ) : (
            <select name="assignee" aria-label="Assign to">
              <option value="">nobody</option>
              {members.map(({ id: memberId, email }) => (
                <option key={memberId} value={email} selected={memberId === assignee?.id}>
                  {email}
                </option>
              ))}
            </select>
          )}{' '}
          <button class="s">Assign</button>
        </Form>
        <PutOff opportunity={opportunity} />
      </IfMay>
    </section>
  );
}

/** The buttons that put an opportunity off belong to the form of the decisions, so that they lead on and can be undone. */
function PutOff({ opportunity: { id, snoozed_until } }: { opportunity: OpportunityDetail }): VNode {
  if (snoozed_until) {
    return (
      <Form action={`/app/opportunities/${id}/snooze`} className="inline">
        <p class="small">
          <button class="plain">Put it back in the list</button>
        </p>
      </Form>
    );
  }
  return (
    <p class="small">
      Put off for{' '}
      {PUT_OFF_CHANGES.map(([change, words], index) => (
        <Fragment key={change}>
          {index > 0 && ' · '}
          <button class="plain" form={DECIDE_FORM} name="one" value={`${id} ${change}`}>
            {words}
          </button>
        </Fragment>
      ))}
    </p>
  );
}

/** The latest comments of the team, and the field for a new one. Null if there is neither. */
export function Comments({ opportunity, comments }: { opportunity: OpportunityDetail } & TeamWorkView): VNode | null {
  const { id, comments_count: count } = opportunity;
  const mayWrite = may(usePage().team?.role, 'write');
  if (count === 0 && !mayWrite) return null;
  const path = `/app/opportunities/${id}/comments`;
  return (
    <section>
      <h2 id="comments">Comments</h2>
      {count > comments.length && (
        <p class="quiet">
          The latest {comments.length} of {count}
        </p>
      )}
      <ol class="timeline">
        {comments.toReversed().map(({ id: commentId, text, author, created_at, mayDelete }) => (
          <li key={commentId} dir="auto">
            {text}
            <br />
            <span class="quiet">
              {author.name ?? 'A former member'} · <Time at={created_at} minutes />
            </span>
            {mayDelete && (
              <Form action={`${path}/delete`} className="inline">
                {' '}
                <button class="plain" name="comment_id" value={commentId}>
                  Delete
                </button>
              </Form>
            )}
          </li>
        ))}
      </ol>
      {mayWrite && (
        <Form action={path}>
          <TextField
            name="text"
            label="A comment for your team"
            hint="@name tells a member"
            rows={2}
            maxLength={2000}
            required
          />
          <button class="s">Comment</button>
        </Form>
      )}
    </section>
  );
}

/** The history of an opportunity, newest first. */
export function History({ activity }: { activity: readonly ActivityItem[] }): VNode {
  return (
    <section>
      <h2>History</h2>
      <ol class="timeline">
        {activity.map(({ at, kind, text, by, pitch_id }) => (
          <li key={`${at} ${text}`}>
            {pitch_id ? <a href={`/app/pitches/${pitch_id}`}>{text}</a> : text}
            <br />
            <span class="quiet">
              <Time at={at} minutes={kind !== 'published'} />
              {by && ` · ${by}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
