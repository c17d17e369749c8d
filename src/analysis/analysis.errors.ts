/**
 * The engine could not complete a request: its thread ended, did not respond or was closed, or the language model
 * failed.
 */
export class AnalysisFailed extends Error {
  override readonly name = 'AnalysisFailed';
}
