import { foldDigits } from './arabicText';
import { normalize } from './rawText';

type PasswordProblem = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_COMMON';

/** Unicode code points. */
const minLength = 8;
const maxLength = 128;

const oneCharacter = /^(.)\1*$/su;

const foldPassword = (text: string) => foldDigits(normalize(text, 'NFKC')).toLowerCase();

/** The comparison ignores case and the script of digits. Decision 19 forbids default passwords. */
export function passwordProblem(password: string, username: string): PasswordProblem | null {
  // Checked first, because the password may have a megabyte.
  if (password.length > 2 * maxLength) return 'TOO_LONG';
  const length = [...password].length;
  if (length < minLength) return 'TOO_SHORT';
  if (length > maxLength) return 'TOO_LONG';
  const guess = foldPassword(password);
  const isGuessed =
    commonPasswords.has(guess) || oneCharacter.test(guess) || guess.trim() === foldPassword(username).trim();
  return isGuessed ? 'TOO_COMMON' : null;
}

/** Keyboard rows, words with digits, words of the trade. The last lines are Arabic keyboard rows. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  12345678 123456789 1234567890 12345678910 0123456789 01234567 87654321 987654321 9876543210
  0987654321 11223344 1122334455 12341234 12121212 123123123 123454321 123321123 112233445566
  12344321 13579246 24681357 98765432 10203040 11112222 12312312 147258369 159357456 159753456
  741852963 963852741 789456123 456789123 123789456 31415926 20202020 19901990 20002000 14461446
  qwertyui qwertyuiop asdfghjk asdfghjkl asdfghjkl; zxcvbnm, zxcvbnm123 qwerty12 qwerty123
  qwerty1234 qwerty12345 qwerty123456 qwertyqwerty asdfasdf asdf1234 asdfgh123 zxcvbnm1 qweasdzxc
  qweasd123 qazwsxedc qazwsx123 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx 1q2w3e4r 1q2w3e4r5t
  q1w2e3r4 q1w2e3r4t5 poiuytrewq lkjhgfdsa mnbvcxz1 1234qwer 12345qwe 123qwe123 123qweasd
  123456qwerty qwer1234 abcd1234 abc12345 abc123456 a1b2c3d4 a1234567 a12345678 a123456789
  aa123456 aa12345678 aa112233 abcdefgh abcdefghi 1234abcd 123456abc 12345678a 123456789a
  password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd p@ssword1
  p@ssw0rd1 pa$$word pa$$w0rd password! password1! password@123 pass1234 pass12345 pass@123
  passpass password2024 password2025 password2026 admin123 admin1234 admin12345 admin123456
  admin@123 admin@1234 administrator adminadmin root1234 rootroot user1234 test1234 test12345
  testtest guest123 demo1234 temp1234 changeme changeme1 changeme123 default1 welcome1 welcome12
  welcome123 welcome@123 letmein1 letmein123 iloveyou iloveyou1 sunshine princess football baseball
  superman batman123 starwars whatever trustno1 computer internet samsung1 google123 facebook
  monkey123 dragon123 michael1 jennifer jordan23 liverpool barcelona realmadrid manchester
  teacher1 teacher123 student1 student123 school123 institute moalim123 student@123 teacher@123
  bismillah bismillah1 alhamdulillah allahuakbar inshallah mashallah subhanallah muhammad
  mohammed mohamed1 mohammad mohammed1 mohammed123 mohamed123 ahmed123 ahmed1234 abdullah abdullah1
  abdullah123 abdulrahman saudi123 saudiarabia alhilal1 riyadh123 makkah123 madinah123 quran123
  qurankareem alquran1
  \u0636\u0635\u062B\u0642\u0641\u063A\u0639\u0647\u062E\u062D\u062C\u062F
  \u062F\u062C\u062D\u062E\u0647\u0639\u063A\u0641\u0642\u062B\u0635\u0636
  \u0634\u0633\u064A\u0628\u0644\u0627\u062A\u0646\u0645\u0643\u0637
  \u0637\u0643\u0645\u0646\u062A\u0627\u0644\u0628\u064A\u0633\u0634
  \u0626\u0621\u0624\u0631\u0644\u0627\u0649\u0629\u0648\u0632\u0638
  \u0638\u0632\u0648\u0629\u0649\u0627\u0644\u0631\u0624\u0621\u0626
  \u0636\u0635\u062B\u0642\u0641\u063A\u0639\u0647
  \u0634\u0633\u064A\u0628\u0644\u0627\u062A\u0646
  `
    .trim()
    .split(/\s+/),
);
