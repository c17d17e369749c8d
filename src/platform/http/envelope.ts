import { Answer } from '#platform/operations/pagination.dto.js';
import { RenderedJson } from './rendered-json.js';

/** The success envelope of a handler's answer: `{success, data, meta?}`. */
export function envelope(answer: unknown): object {
  if (answer instanceof RenderedJson) return answer;
  if (answer instanceof Answer)
    return { success: true, data: answer.data as unknown, ...(answer.meta && { meta: answer.meta }) };
  return { success: true, data: answer };
}
