import type { Actor } from '../log/unitOfWork';

/** Who writes what nobody has typed; nobody can take it back. */
export const systemActor: Actor = { userId: null, name: 'النظام', role: 'system', undoSession: null };
