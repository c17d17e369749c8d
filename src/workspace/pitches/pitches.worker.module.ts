import { Module } from '@nestjs/common';
import { PitchWritingModule } from './pitch-writing.module.js';
import { PitchesSweeper } from './pitches.sweeper.js';

@Module({ imports: [PitchWritingModule], providers: [PitchesSweeper] })
export class PitchesWorkerModule {}
