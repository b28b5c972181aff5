import Typography from '@mui/material/Typography';
import { useText } from '../../../i18n/useText';
import type { ReportSubject } from './reportModel';

/** The name of a subject; under it level, hours and type, as far as they are known. */
export function SubjectFacts({ subject }: { subject: ReportSubject }) {
  const t = useText();
  const { subject_name, subject_level, hours, type } = subject;
  const facts = [
    t('studentReport.levelName', { level: subject_level }),
    ...(hours === undefined ? [] : [t('counted.hours', { smart_count: hours })]),
    ...(type === undefined ? [] : [type]),
  ];
  return (
    <>
      <bdi>{subject_name}</bdi>
      <Typography component="span" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
        {facts.join(' · ')}
      </Typography>
    </>
  );
}
