import { describe, expect, test } from 'vitest';
import {
  addresseeOf,
  countText,
  dayText,
  defaultTemplates,
  fieldsOfTemplate,
  freeTextMark,
  messageLink,
  type MessagePart,
  type MessageRecipient,
  pagesText,
  renderMessage,
  templateKeys,
  textKey,
  unknownFields,
} from '../../contract/rules/messages/message';
import {
  countForms,
  juzNames,
  lessonNames,
  type SentenceForm,
  sentenceForms,
  type SentenceKey,
  sentenceKeys,
  sentences,
} from '../../contract/rules/messages/texts';

const context = { institute: 'معهد النور', sender: 'سليمان', today: '2026-11-24' };
const father: MessageRecipient = { name: 'عبدالله', relations: ['father'], gender: 'male' };
const values = {
  day: 'اليوم الثلاثاء',
  lesson: 'حصة الفقه',
  duration: '3 أيام متتالية',
  juz: 'الجزء 30',
  week: 'من 1 إلى 7',
  lessons: 'صفحتان',
  revision: '12 صفحة',
  absences: 'لا غياب',
  marks: 'الفقه: 92%',
};
const part = (student: string, more: Partial<MessagePart> = {}): MessagePart => ({
  childId: student.length,
  gender: 'male',
  sentence: 'absent',
  ...more,
  values: { ...values, student, ...more.values },
});
const render = (parts: readonly MessagePart[], recipient = father, freeText?: string) =>
  renderMessage(defaultTemplates, recipient, parts, context, freeText);
const bodyOf = (text: string) => text.split('\n\n').slice(1, -1).join('\n\n');

describe('the default templates', () => {
  const forms: Record<SentenceForm, { recipient: MessageRecipient; gender: 'male' | 'female' }> = {
    masculine: { recipient: father, gender: 'male' },
    feminine: { recipient: father, gender: 'female' },
    own_masculine: { recipient: { name: 'سعد', relations: [], gender: 'male' }, gender: 'male' },
    own_feminine: { recipient: { name: 'هدى', relations: [], gender: 'female' }, gender: 'female' },
  };

  test.each(sentenceKeys.flatMap((key) => sentenceForms.map((form) => [key, form] as const)))(
    '%s, %s, has only known fields, and all of them get a value',
    (key: SentenceKey, form) => {
      const { recipient, gender } = forms[form];
      expect(unknownFields(key, sentences[key].texts[form])).toEqual([]);
      const body = bodyOf(render([part('سعد', { sentence: key, gender })], recipient));
      expect(body).not.toMatch(/[{}]/);
      expect(body).not.toMatch(/ {2}| [،.]/);
      const isFeminine = /الطالبة|غابت|لها|فيها|اختبارها/.test(body);
      expect(isFeminine, body).toBe(form === 'feminine');
      expect(/الطالب /.test(body)).toBe(form === 'masculine');
    },
  );

  test('guardians are greeted by their relation, and students by their gender', () => {
    const greet = (recipient: MessageRecipient) => render([part('سعد')], recipient).split('\n')[1];
    const guardian = (relation: 'father' | 'mother' | 'brother' | 'other', name: string | null = 'س') =>
      greet({ name, relations: [relation], gender: 'male' });
    expect([guardian('father'), guardian('brother'), guardian('mother'), guardian('other')]).toEqual([
      'الأخ الكريم س',
      'الأخ الكريم س',
      'الأخت الكريمة س',
      'ولي الأمر الكريم س',
    ]);
    expect(guardian('mother', null)).toBe('الأخت الكريمة');
    expect(greet({ name: 'هدى', relations: [], gender: 'female' })).toBe('الأخت الكريمة هدى');
    expect(greet({ name: 'سعد', relations: [], gender: 'male' })).toBe('الأخ الكريم سعد');
    expect(addresseeOf(['other', 'mother'])).toBe('female');
    expect(addresseeOf([])).toBe('unknown');
  });
});

describe('the number of children', () => {
  const children = (count: number, gender: 'male' | 'female') =>
    Array.from({ length: count }, (_, index) => ({ ...part(`ط${index}`, { gender }), childId: index }));

  test.each([
    [2, 'male', 'نخبركم بما يخص طالبين:'],
    [3, 'male', 'نخبركم بما يخص 3 طلاب:'],
    [10, 'male', 'نخبركم بما يخص 10 طلاب:'],
    [11, 'male', 'نخبركم بما يخص 11 طالباً:'],
    [100, 'male', 'نخبركم بما يخص 100 طالب:'],
    [2, 'female', 'نخبركم بما يخص طالبتين:'],
    [3, 'female', 'نخبركم بما يخص 3 طالبات:'],
    [11, 'female', 'نخبركم بما يخص 11 طالبة:'],
  ] as const)('%i children, %s', (count, gender, heading) => {
    const lines = bodyOf(render(children(count, gender))).split('\n');
    expect(lines[0]).toBe(heading);
    expect(lines.slice(1)).toHaveLength(count);
    expect(lines.slice(1).every((line) => line.startsWith('• '))).toBe(true);
  });

  test('one child with two parts has no heading, and a boy makes the heading masculine', () => {
    const two = [part('سعد', { sentence: 'juz_passed' }), part('سعد', { sentence: 'juz_due' })];
    expect(bodyOf(render(two))).not.toContain('نخبركم');
    const mixed = [...children(2, 'female'), { ...part('سعد'), childId: 9 }];
    expect(bodyOf(render(mixed))).toContain('3 طلاب');
  });
});

describe('words after a number', () => {
  const counts = [0, 1, 2, 3, 10, 11, 99, 100, 103, 111];
  test.each([
    [
      'consecutiveDays',
      [
        '',
        'يوماً واحداً',
        'يومين متتاليين',
        '3 أيام متتالية',
        '10 أيام متتالية',
        '11 يوماً متتالياً',
        '99 يوماً متتالياً',
        '100 يوم متتالٍ',
        '103 أيام متتالية',
        '111 يوماً متتالياً',
      ],
    ],
    [
      'days',
      [
        'لا غياب',
        'يوم واحد',
        'يومان',
        '3 أيام',
        '10 أيام',
        '11 يوماً',
        '99 يوماً',
        '100 يوم',
        '103 أيام',
        '111 يوماً',
      ],
    ],
    [
      'pages',
      [
        'لا شيء',
        'صفحة واحدة',
        'صفحتان',
        '3 صفحات',
        '10 صفحات',
        '11 صفحة',
        '99 صفحة',
        '100 صفحة',
        '103 صفحات',
        '111 صفحة',
      ],
    ],
  ] as const)('%s', (noun: keyof typeof countForms, expected) => {
    expect(counts.map((count) => countText(noun, count))).toEqual(expected);
  });

  test('pages have halves, lessons and juz the dual', () => {
    expect([0, 0.4, 0.5, 1, 1.5, 2.5, 11.4].map(pagesText)).toEqual([
      'لا شيء',
      'نصف صفحة',
      'نصف صفحة',
      'صفحة واحدة',
      'صفحة واحدة ونصف',
      'صفحتان ونصف',
      '11 صفحة ونصف',
    ]);
    expect([['الفقه'], ['الفقه', 'الحديث'], ['الفقه', 'الحديث', 'النحو']].map(lessonNames)).toEqual([
      'حصة الفقه',
      'حصتي الفقه والحديث',
      'حصص الفقه والحديث والنحو',
    ]);
    expect([juzNames(30, 30), juzNames(29, 30), juzNames(26, 30)]).toEqual([
      'الجزء 30',
      'الجزأين 29 و30',
      'الأجزاء من 26 إلى 30',
    ]);
  });

  test('a day is today, or has its weekday', () => {
    expect(dayText('2026-11-24', '2026-11-24')).toBe('اليوم الثلاثاء 14 جمادى الآخرة 1448 هـ');
    expect(dayText('2026-11-22', '2026-11-24')).toMatch(/^يوم الأحد 12 /);
  });
});

describe('fields', () => {
  test('unknown names and single braces are found, in each template', () => {
    for (const key of templateKeys) {
      const [field = ''] = fieldsOfTemplate(key);
      expect(unknownFields(key, `{${field}} { ${field} }`)).toEqual([]);
      expect(unknownFields(key, `{${field}} {المدرسة} {} {${field}`)).toEqual(['المدرسة', '', '{']);
    }
    expect(unknownFields('absent', '{الدرجات}')).toEqual(['الدرجات']);
  });

  test('a name with braces or HTML stays as it is', () => {
    const text = render([part('سعد {المعهد} <b>"&')], { ...father, name: '{الطالب}' });
    expect(text).toContain('الأخ الكريم {الطالب}');
    expect(text).toContain('سعد {المعهد} <b>"&');
  });

  test('a free text stands between beginning and end', () => {
    expect(render([part('سعد')], father, 'لا دراسة غداً {الطالب}')).toBe(
      'السلام عليكم ورحمة الله وبركاته\nالأخ الكريم عبدالله\n\nلا دراسة غداً {الطالب}\n\nمعهد النور',
    );
    expect(render([part('سعد')], father, freeTextMark)).toContain(`\n\n${freeTextMark}\n\n`);
  });

  test('each free text has a key of its own', () => {
    const keys = ['لا دراسة غداً', 'لا دراسة غدا', 'غداً لا دراسة', ''].map(textKey);
    expect(new Set(keys).size).toBe(4);
    expect(textKey('نص')).toBe(textKey('نص'));
    expect(keys.every((key) => /^[a-z0-9-]{3,40}$/.test(key))).toBe(true);
  });
});

describe('links', () => {
  test('line breaks, HTML, signs and emoji are encoded, and come back as they were', () => {
    const text = 'السلام عليكم\n<b>&?#%+ "50%" 🌙';
    const link = messageLink('whatsapp', '966551234567', text);
    expect(link).toMatch(/^https:\/\/wa\.me\/966551234567\?text=[\w.!~*'()%-]+$/);
    expect(new URL(link).searchParams.get('text')).toBe(text);
    const sms = messageLink('sms', '966551234567', text);
    expect(sms.startsWith('sms:+966551234567?&body=')).toBe(true);
    expect(decodeURIComponent(sms.slice(sms.indexOf('body=') + 5))).toBe(text);
  });

  test('half of an emoji does not break the link', () => {
    expect(messageLink('sms', '966551234567', '\uD83C نص \uDF19 🌙')).toContain(
      encodeURIComponent('\uFFFD نص \uFFFD 🌙'),
    );
  });
});
