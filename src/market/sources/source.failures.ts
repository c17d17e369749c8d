import { defineFailure } from '#platform/errors/application-error.js';

/**
 * Why a source gives nothing. `unreachable`: no answer, tried again soon. `credential`: its secret is refused. `refused`: it does not
 * exist, or may not be read. `drift`: its answers have another form than we know. `doubtful`: it is empty where it was not before.
 */
export const FAILURE_KINDS = ['unreachable', 'credential', 'refused', 'drift', 'doubtful'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** A source that could not be read. The message is for people. */
export class SourceFailed extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** Whether the source says that it is gone for good. */
    readonly isGone = false,
  ) {
    super(message);
  }
}

/** What an operator or a team does about each kind. */
export const WHAT_TO_DO: Record<FailureKind, string> = {
  unreachable: 'Nothing: it is tried again by itself, at the latest every hour.',
  credential: 'Add the source again with a valid credential, or renew the one at the service.',
  refused: 'Check its settings. If the place was moved or closed, remove the source and add the new one.',
  drift:
    'Look at the items that were left out. Nothing is lost: when the connector knows the new form, resume the source and replay them.',
  doubtful: 'Open the source in a browser. If it is really empty, remove it; otherwise wait.',
};

/** 400 for settings that a connector cannot use. */
export const sourceSettingsInvalid = defineFailure<{ setting: string; fault: string }>({
  reason: 'source_settings_invalid',
  code: 'invalid_request',
  on: ['add_source', 'preview_source'],
  message: ({ setting, fault }) => `${setting} ${fault}`,
  cause: 'A setting of the source is missing, unknown, or malformed. `details.setting` names it.',
  cure: 'Read what the connector needs with `GET /sources/connectors`.',
  fields: {
    setting: { type: 'string', description: 'With `source_settings_invalid`: the setting' },
    fault: { type: 'string', description: 'With `source_settings_invalid`: what is wrong with it' },
  },
  example: { setting: 'app', fault: 'is required' },
  nextStep: 'Correct the setting that `details.setting` names.',
});

/** 400 for a source whose first page cannot be read. */
export const sourceUnreadable = defineFailure<{ failure_kind: string; failure: string }>({
  reason: 'source_unreadable',
  code: 'invalid_request',
  on: ['add_source', 'preview_source'],
  message: ({ failure }) => failure,
  cause: 'The first page of the source could not be read, so nothing was added. `details.failure_kind` says why.',
  cure: 'Check the settings in a browser, or try again later if the service is busy.',
  fields: {
    failure_kind: {
      type: 'string',
      enum: ['limited', ...FAILURE_KINDS],
      description: 'With `source_unreadable`: why it cannot be read',
    },
    failure: { type: 'string', description: 'With `source_unreadable`: the same in words' },
  },
  example: { failure_kind: 'refused', failure: 'forum.example answered 404' },
  nextStep: 'Check the settings with the person, or try again later.',
});

/** 403 while nobody has said whom the services can write to. */
export const operatorUnknown = defineFailure({
  reason: 'operator_contact_missing',
  code: 'forbidden',
  on: ['add_source', 'preview_source'],
  message: 'Sources need OPERATOR_CONTACT, an address that the services can write to',
  cause: 'The operator has not set OPERATOR_CONTACT, which every request to a service names.',
  cure: 'The operator sets OPERATOR_CONTACT and restarts the service.',
  nextStep: 'Tell the person that the operator of the service must set OPERATOR_CONTACT first.',
});
