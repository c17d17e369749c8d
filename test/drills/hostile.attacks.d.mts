/** The result of an attack. */
export interface AttackReport {
  requests: number;
  byStatus: Record<string, number>;
  faults: string[];
}

export function attack(target: {
  baseUrl: string;
  key: string;
  id: string;
  document: object;
  strings: Buffer[];
  bodies?: Buffer[];
  oneIn?: number;
  faultOf?: (method: string, path: string, status: number, body: unknown) => string | null;
}): Promise<AttackReport>;
