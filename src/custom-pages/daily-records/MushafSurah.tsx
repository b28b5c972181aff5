import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useRef, useState } from 'react';
import { foldArabic } from '../../../contract/rules/arabicText';
import { surahNames } from '../../../contract/rules/mushafNames';
import { surahName } from '../../../contract/rules/mushafText';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';

interface MushafSurahProps {
  label: string;
  value: number | null;
  onChange: (surah: number | null) => void;
}

/** Chooses a surah, by its name or its number; Enter and Tab take the one that is marked. */
export function MushafSurah({ label, value, onChange }: MushafSurahProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  // By the arrow keys or the pointer; until then the first one is.
  const marked = useRef<number | null>(null);
  const take = (event: KeyboardEvent) => {
    const surah = marked.current ?? matchingSurahs(typed)[0];
    if (event.key === 'Tab' && typed !== '' && surah !== undefined) onChange(surah);
  };
  return (
    <Autocomplete<number>
      value={value}
      onChange={(_, surah) => onChange(surah)}
      options={surahs}
      filterOptions={(_, { inputValue }) => [...matchingSurahs(inputValue)]}
      getOptionLabel={surahName}
      onInputChange={(_, text, reason) => {
        setTyped(reason === 'input' ? text : '');
        marked.current = null;
      }}
      onClose={(_, reason) => reason === 'escape' && setTyped('')}
      onHighlightChange={(_, surah) => {
        marked.current = surah;
      }}
      onKeyDown={take}
      autoHighlight
      size="small"
      noOptionsText={t('mushaf.noSurah')}
      clearText={t('ui.clearChoice')}
      openText={t('ui.openList')}
      closeText={t('ui.closeList')}
      renderOption={({ key, ...line }, surah) => (
        <Box component="li" key={key} {...line} sx={{ gap: 1.5 }}>
          <Box component="span" sx={{ minWidth: '2em', color: 'text.secondary' }}>
            <Isolated>{surah}</Isolated>
          </Box>
          {surahName(surah)}
        </Box>
      )}
      renderInput={(field) => <TextField {...field} label={label} />}
    />
  );
}

const folded = surahNames.map(foldArabic);

/** The numbers of the surahs, in their order. */
const surahs: readonly number[] = folded.map((_, index) => index + 1);

/**
 * The surahs that a person may mean: by the beginning of the number (any digits), or by a part of the name, those whose
 * name begins with it first.
 */
export function matchingSurahs(query: string): readonly number[] {
  const wanted = foldArabic(query);
  if (wanted === '') return surahs;
  if (/^\d+$/.test(wanted)) return surahs.filter((surah) => String(surah).startsWith(wanted));
  const nameOf = (surah: number) => folded[surah - 1] ?? '';
  const beginning = surahs.filter((surah) => nameOf(surah).startsWith(wanted));
  const containing = surahs.filter((surah) => nameOf(surah).indexOf(wanted) > 0);
  return [...beginning, ...containing];
}
