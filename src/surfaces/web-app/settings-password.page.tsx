import type { VNode } from 'preact';
import { SHORTEST_PASSWORD } from '#accounts/teams/password.rule.js';
import { Fault, Form, Notice } from './parts.page.js';

export function PasswordPage(props: { csrfToken: string; isDone?: boolean; fault?: string }): VNode {
  return (
    <>
      <Notice>{props.isDone && 'Your password was changed. You were logged out of all other browsers.'}</Notice>
      <Fault>{props.fault}</Fault>
      <Form action="/app/settings/password" csrfToken={props.csrfToken}>
        <label>
          Current password
          <input type="password" name="current" autocomplete="current-password" required />
        </label>
        <label>
          New password
          <input type="password" name="next" minLength={SHORTEST_PASSWORD} autocomplete="new-password" required />
        </label>
        <button class="primary" type="submit">
          Change the password
        </button>
      </Form>
    </>
  );
}
