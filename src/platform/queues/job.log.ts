import type { Job } from 'bullmq';
import { withLogFields } from '#platform/logging/log.fields.js';
import type { JobPayload } from './job-definition.js';

/** Runs the work of a job; its log lines name the job, and the request that started it. */
export const withJobLog = <T>({ id, data }: Job<JobPayload>, work: () => T): T =>
  withLogFields({ request_id: data.request_id, job_id: id }, work);
