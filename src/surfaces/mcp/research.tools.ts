import { fetchDocument, search } from '#workspace/research/research.operations.js';
import { ResearchService } from '#workspace/research/research.service.js';
import { type Tool, tool } from './tool.js';

/** The two tools that research agents look for. */
export const RESEARCH_TOOLS: readonly Tool[] = [
  tool(search, ResearchService, {
    title: 'Search reports and opportunities',
    description:
      'Finds the reports of the products that a question names, and the best opportunities about it. Use it to research a ' +
      'question; fetch reads a result in full. Free.',
    isBare: true,
    holdsForeignText: true,
    call: (research, { caller, input }) => research.search(caller, input.query.query),
  }),
  tool(fetchDocument, ResearchService, {
    title: 'Read a report or an opportunity as text',
    description: 'The text of one result of search, with its source. Use it to quote. Free.',
    isBare: true,
    opaque: ['metadata'],
    idSource: 'Check id: take it from search, never from memory.',
    holdsForeignText: true,
    call: (research, { caller, input }) => research.fetch(caller, input.query.id),
  }),
];
