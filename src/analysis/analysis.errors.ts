/** The engine could not finish a piece of work: the thread ended, hung or was closed. */
export class AnalysisFailed extends Error {
  override readonly name = 'AnalysisFailed';
}
