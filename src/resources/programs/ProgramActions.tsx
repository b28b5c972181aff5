import type { Program } from '../../../contract/programs';
import { DeleteButton } from '../../ui/dialog/DeleteButton';
import { EditButton } from '../../ui/list/EditButton';

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
