/** The reasons of failures in an OpenAPI document, each with the name of its class and the message of its example. */
export function failuresOf({ components: { responses } }) {
  return Object.values(responses)
    .flatMap((response) => Object.entries(response.content['application/json'].examples))
    .map(([reason, { value }]) => ({ reason, className: classNameOf(reason), message: value.error.message }));
}

const classNameOf = (reason) =>
  `${reason.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase())}Error`.replace(/ErrorError$/, 'Error');
