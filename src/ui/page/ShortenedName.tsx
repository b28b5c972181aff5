import { styled } from '@mui/material';

/** Shortens a long name in its middle, because number and year at the end tell batches apart. */
export function ShortenedName({ name }: { name: string }) {
  const [start, end] = splitName(name);
  return (
    <Name data-shortened="">
      <span>{start}</span>
      <span>{end}</span>
    </Name>
  );
}

const Name = styled('bdi')({
  display: 'inline-flex',
  minWidth: 0,
  maxWidth: '100%',
  whiteSpace: 'pre',
  '& > span:first-of-type': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
});

/** The end is the second half of the words, and begins at the latest with the first figure. */
export function splitName(name: string): [start: string, end: string] {
  const words = name.split(' ');
  const firstFigure = words.findIndex((word) => /\d/.test(word));
  const half = Math.floor(words.length / 2);
  const count = firstFigure === -1 ? half : Math.min(half, firstFigure);
  const end = words.slice(count).join(' ');
  return count === 0 ? ['', end] : [words.slice(0, count).join(' '), ` ${end}`];
}
