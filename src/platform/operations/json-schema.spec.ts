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
  it('comes with the schemas it refers to, by name', () => {
    expect(Object.keys(schemasOf(Whole)).sort()).toEqual(['Part', 'Whole']);
  });

  it('can be inlined, with null as an alternative', () => {
    const part = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    expect(inlineSchemaOf(Whole)).toEqual({
      type: 'object',
      properties: {
        part: { anyOf: [part, { type: 'null' }] },
        parts: { type: 'array', items: part },
        letter: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }], description: 'One of two' },
      },
      required: ['part', 'parts'],
    });
  });
});
