import type { Program } from '../../../contract/programs';
import { DeleteButton } from '../../ui/DeleteButton';
import { EditButton } from '../../ui/EditButton';

export const ProgramActions = ({ program }: { program: Program }) => (
  <>
    <EditButton name={program.program_name} />
    <DeleteButton
      name={program.program_name}
      question="programs.deleteQuestion"
      deleted="programs.deleted"
      failed="programs.deleteFailed"
    />
  </>
);
