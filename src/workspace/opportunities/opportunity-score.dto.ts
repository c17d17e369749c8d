import { ApiProperty } from '@nestjs/swagger';
import { EVIDENCE_KINDS, type EvidenceKind } from './opportunity.vocabulary.js';

/** One part of a score. */
export class ScorePart {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The points that it has', example: 27 }) points!: number;
  @ApiProperty({ type: 'integer', description: 'The points that it can have', example: 40 }) of!: number;
  @ApiProperty({ description: 'Why', example: 'Looks for an alternative; names Oldbox' }) reason!: string;
}

/** The parts of a score. They add up to it. */
export class ScoreParts {
  @ApiProperty({ type: ScorePart, description: 'The need that the text states. After a year it counts a quarter' })
  need!: ScorePart;

  @ApiProperty({ type: ScorePart, description: 'Whether the writer can be found: a name with a company, or a profile' })
  reach!: ScorePart;

  @ApiProperty({
    type: ScorePart,
    description:
      'The age of the text, or the time since its detection if it has no date. Halved every 45 days, and half for an unknown writer or without an open need',
  })
  fresh!: ScorePart;
}

/** A verbatim part of the text that shows why it is an opportunity. */
export class Evidence {
  @ApiProperty({ enum: EVIDENCE_KINDS, description: 'What the words show', example: 'need' }) kind!: EvidenceKind;

  @ApiProperty({ description: 'Verbatim part of the text', example: 'Any alternative to Oldbox for 20 people?' })
  text!: string;
}
