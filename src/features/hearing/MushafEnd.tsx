import { Autocomplete, Box, FormHelperText, TextField } from '@mui/material';
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { foldArabic } from '../../../contract/rules/arabicText';
import { surahNames } from '../../../contract/rules/mushafNames';
import { surahName } from '../../../contract/rules/mushafText';
import { t } from '../../i18n/text';
import { Isolated } from '../../ui/page/Isolated';
import { type EndProblem, maxOf, mayGrow, type MushafChoice, type MushafFields } from './useMushafRange';

interface MushafEndProps {
  end: 'from' | 'to';
  choice: MushafChoice;
  numberRef?: Ref<HTMLInputElement>;
}

/** One end of the range: surah and ayah, or the number of a page, juz or hizb; below it its limits or its problem. */
export function MushafEnd({ end, choice, numberRef }: MushafEndProps) {
  const lineId = useId();
  const [isTyping, setIsTyping] = useState(false);
  const { fields, reading } = choice;
  const { mode } = fields;
  const isBegun = reading[end] === 'reversed' && isTyping && mayGrow(fields);
  const problem = isBegun ? null : reading[end];
  const name = end === 'from' ? 'first' : 'last';
  const label =
    mode === 'ayahs' ? t(end === 'from' ? 'mushaf.fromAyah' : 'mushaf.toAyah') : t(`mushaf.${name}.${mode}`);
  const line = lineBelow(fields, end, problem);
  return (
    <Box role="group" aria-label={t(`mushaf.${end}`)} sx={{ minWidth: 0 }}>
      <Box sx={mode === 'ayahs' ? surahAndAyah : undefined}>
        {mode === 'ayahs' && (
          <MushafSurah
            label={t(end === 'from' ? 'mushaf.fromSurah' : 'mushaf.toSurah')}
            value={fields[end].surah}
            onChange={(surah) => choice.setSurah(end, surah)}
          />
        )}
        <MushafNumber
          label={label}
          value={fields[end].number}
          max={maxOf(fields, end)}
          placeholder={mode !== 'ayahs' && end === 'to' ? fields.from.number : undefined}
          hasError={problem !== null}
          describedBy={lineId}
          inputRef={numberRef}
          onChange={(text) => choice.setNumber(end, text)}
          onFocus={() => setIsTyping(true)}
          onBlur={() => setIsTyping(false)}
        />
      </Box>
      <FormHelperText id={lineId} error={problem !== null} sx={{ mx: 1.75, minHeight: '1.66em' }}>
        {line}
      </FormHelperText>
    </Box>
  );
}

const surahAndAyah = { display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr) 6.5rem' };

function lineBelow(fields: MushafFields, end: 'from' | 'to', problem: EndProblem | null): string {
  const max = maxOf(fields, end);
  if (problem === 'reversed') return t('mushaf.reversed');
  if (problem === 'limits') return t('mushaf.outsideLimits', { most: max });
  if (fields.mode !== 'ayahs') return t('mushaf.limits', { most: max });
  const surah = surahName(fields[end].surah ?? 0);
  if (surah === '') return '';
  const ayahs = t('mushaf.ayahs', { smart_count: max });
  return t(problem === 'surah' ? 'mushaf.surahHasOnly' : 'mushaf.surahHas', { surah, ayahs });
}

interface MushafNumberProps {
  label: string;
  value: string;
  /** 0 while nothing can be counted. */
  max: number;
  placeholder?: string;
  hasError: boolean;
  /** The id of the line with the limits or the problem. */
  describedBy: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
}

/** A whole number from 1, typed in any digits or stepped with the arrow keys. */
export function MushafNumber(props: MushafNumberProps) {
  const { label, value, max, placeholder, hasError, describedBy, inputRef, onChange, onFocus, onBlur } =
    props;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || max === 0) return;
    event.preventDefault();
    const now = Number(value === '' ? (placeholder ?? '') : value);
    onChange(String(Math.min(max, Math.max(1, (Number.isInteger(now) ? now : 0) + by))));
  };
  return (
    <TextField
      label={label}
      value={value}
      placeholder={placeholder}
      error={hasError}
      disabled={max === 0}
      inputRef={inputRef}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={step}
      onFocus={onFocus}
      onBlur={onBlur}
      slotProps={{
        inputLabel: placeholder ? { shrink: true } : {},
        htmlInput: {
          role: 'spinbutton',
          inputMode: 'numeric',
          autoComplete: 'off',
          className: 'figure',
          maxLength: 4,
          'aria-valuemin': 1,
          'aria-valuemax': max,
          'aria-describedby': describedBy,
          ...(/^\d+$/.test(value) ? { 'aria-valuenow': Number(value) } : {}),
        },
      }}
    />
  );
}

interface MushafSurahProps {
  label: string;
  value: number | null;
  onChange: (surah: number | null) => void;
}

/** Chooses a surah by name or number; Enter and Tab choose the highlighted one. */
export function MushafSurah({ label, value, onChange }: MushafSurahProps) {
  const [typed, setTyped] = useState('');
  // The option highlighted by arrow keys or pointer; before that the first one.
  const marked = useRef<number | null>(null);
  const take = (event: KeyboardEvent) => {
    const surah = marked.current ?? findSurahs(typed)[0];
    if (event.key === 'Tab' && typed !== '' && surah !== undefined) onChange(surah);
  };
  return (
    <Autocomplete<number>
      value={value}
      onChange={(_, surah) => onChange(surah)}
      options={surahs}
      filterOptions={(_, { inputValue }) => [...findSurahs(inputValue)]}
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
 * The surahs that match a text: by the beginning of the number (any digits), or by a part of the name; names that
 * begin with the text come first.
 */
export function findSurahs(query: string): readonly number[] {
  const wanted = foldArabic(query);
  if (wanted === '') return surahs;
  if (/^\d+$/.test(wanted)) return surahs.filter((surah) => String(surah).startsWith(wanted));
  const nameOf = (surah: number) => folded[surah - 1] ?? '';
  const beginning = surahs.filter((surah) => nameOf(surah).startsWith(wanted));
  const containing = surahs.filter((surah) => nameOf(surah).indexOf(wanted) > 0);
  return [...beginning, ...containing];
}
