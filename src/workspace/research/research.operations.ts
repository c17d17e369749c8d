import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { MaxCharacters } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';

const MAX_QUERY_LENGTH = 500;
const DOCUMENT_ID = /^(?:report|opportunity):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class ResearchQuery {
  @ApiProperty({ description: 'A question, or names of products and words of a problem', example: 'leaving Dropbox' })
  @MaxCharacters(MAX_QUERY_LENGTH, {
    message: `query must be text of at most ${MAX_QUERY_LENGTH} characters`,
    context: { max: MAX_QUERY_LENGTH },
  })
  query!: string;
}

export class ResearchResult {
  @ApiProperty({ description: 'For fetch', example: 'report:01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10' }) id!: string;
  @ApiProperty({ description: 'What it is about', example: 'What reviewers dislike about Dropbox' }) title!: string;
  @ApiProperty({ description: 'The page in the app', example: 'https://example.com/' }) url!: string;
}

export class ResearchResults {
  @ApiProperty({ type: [ResearchResult], description: 'Reports of the products that the query names come first' })
  results!: ResearchResult[];
}

export class ResearchDocumentId {
  @ApiProperty({ description: 'An id from search', example: 'report:01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10' })
  @Matches(DOCUMENT_ID, { message: 'id must be an id that search returned' })
  id!: string;
}

export class ResearchDocument extends ResearchResult {
  @ApiProperty({ description: 'The report, review or post as Markdown' }) text!: string;
  @ApiProperty({ type: Object, description: 'Facts about the document' }) metadata!: Record<string, string>;
}

export const search = defineOperation({
  id: 'search',
  tag: 'Research',
  summary: 'Finds reports and opportunities for a research agent',
  input: { query: ResearchQuery },
  output: { type: ResearchResults },
});

export const fetchDocument = defineOperation({
  id: 'fetch',
  isConfidential: true,
  tag: 'Research',
  summary: 'Reads a report or an opportunity as one text',
  input: { query: ResearchDocumentId },
  output: { type: ResearchDocument },
});
