// Writes in an endless loop and prints each acknowledged write, for the kill test.
import { writeSync } from 'node:fs';
import { openInstitute } from '../../server/domain/openInstitute';

const [url = '', prefix = ''] = process.argv.slice(2);
const writers = 4;
const actor = { userId: null, name: 'writer', role: 'admin', undoSession: null };

const data = await openInstitute(url);
await Promise.all(Array.from({ length: writers }, (_, writer) => writeForever(writer)));

async function writeForever(writer: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    const name = `${prefix}-${writer}-${round}`;
    await data.write(actor, async (unit) => {
      unit.describe('create', 'programs', name, name);
      const program = await unit.insert('programs', {
        program_id: name,
        program_name: name,
        specialty: null,
        levels: 3,
        description: null,
        duration: null,
        status: 'active',
      });
      await unit.insert('batches', {
        batch_name: name,
        program_row_id: program.id,
        batch_number: 1,
        academic_year: '1447',
        level: null,
        start_date: null,
        end_date: null,
        status: 'active',
      });
    });
    writeSync(1, `${name}\n`);
  }
}
