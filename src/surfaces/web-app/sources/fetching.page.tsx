import type { VNode } from 'preact';
import { BOT_NAME } from '#config/user-agent.js';
import type { FetchedKind } from '#market/sources/source.views.js';

/** For the services that are asked: what this installation fetches, who we are, and how a text is removed. */
export function FetchingPage({ kinds, contact }: { kinds: readonly FetchedKind[]; contact: string | null }): VNode {
  return (
    <>
      <h1>What is fetched here</h1>
      <p>
        This service reads public reviews and posts about software, finds the problems that they name, and quotes them
        with their address.
      </p>
      {kinds.length === 0 ? (
        <p>Nothing is fetched at the moment.</p>
      ) : (
        <ul>
          {kinds.map(({ name, title, places, terms, terms_url, finds_deletions }) => (
            <li key={name}>
              <strong>{title}</strong>, {places === 1 ? 'one source' : `${places.toLocaleString('en')} sources`}.{' '}
              {terms} <a href={terms_url}>Its terms</a>.
              {finds_deletions && ' A text that is deleted there is deleted here, after it was looked for twice.'}
            </li>
          ))}
        </ul>
      )}
      <h2>Who asks</h2>
      <p>
        {`Each request names ${BOT_NAME} with its version${contact === null ? ' and this page' : ', this page, and the address below'}. We keep the limits of each service, and wait for as long as it asks. On feeds and forums we obey robots.txt.`}
      </p>
      <h2>How a text is removed</h2>
      <p>
        {contact === null
          ? 'Write to the operator of this service, with the address of the text.'
          : `Write to ${contact}, with the address of the text.`}{' '}
        It leaves the catalogue, the lists of opportunities and the quotes in reports, and no later fetch brings it
        back. If you run a site and do not want it to be read, write{' '}
        {contact === null ? 'to the operator' : 'to the same address'}.
      </p>
    </>
  );
}
