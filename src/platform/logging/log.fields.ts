import { ContextVariable } from '#platform/context/context.variable.js';

/** The fields of every log line that a request or a job writes. */
export interface LogFields {
  request_id?: string;
  job_id?: string;
}

const fields = new ContextVariable<LogFields>();

/** Runs `work`; every line that it logs, now or later, has these fields. */
export const withLogFields = <T>(of: LogFields, work: () => T): T => fields.run(of, work);

/** The fields of the request or the job in progress. */
export const logFields = (): LogFields | undefined => fields.get();
