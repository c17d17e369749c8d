import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { inlineSchemaOf, schemasOf } from './json-schema.js';

class Part {
  @ApiProperty({ example: 'x' })
  name!: string;
}

class Whole {
  @ApiProperty({ type: Part, nullable: true })
  part!: Part | null;

  @ApiProperty({ type: [Part] })
  parts!: Part[];

  @ApiPropertyOptional({ type: 'string', enum: ['a', 'b'], nullable: true, description: 'One of two' })
  letter?: 'a' | 'b' | null;
}

describe('the schema of a DTO', () => {
  it('comes with those it refers to, by name', () => {
    expect(Object.keys(schemasOf(Whole)).sort()).toEqual(['Part', 'Whole']);
  });

  it('has everything in its place when it is to stand alone, and null as a type', () => {
    const part = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    expect(inlineSchemaOf(Whole)).toEqual({
      type: 'object',
      properties: {
        part: { anyOf: [part, { type: 'null' }] },
        parts: { type: 'array', items: part },
        letter: { type: ['string', 'null'], enum: ['a', 'b', null], description: 'One of two' },
      },
      required: ['part', 'parts'],
    });
  });
});
