import { fullName } from '../../contract/rules/identity';
import { defaultNationality, type Gender } from '../../contract/vocabulary';
import { listed } from './listed';
import type { Random } from './random';

const male = listed(`
  محمد، أحمد، عبد الله، عبد الرحمن، عبد العزيز، عبد الملك، إبراهيم، إسماعيل، يوسف، يحيى،
  عمر، عثمان، علي، حمزة، خالد، سعد، سعيد، سلمان، سليمان، فهد، فيصل، ماجد، مازن، مصطفى،
  معاذ، مؤيد، ناصر، نايف، هشام، وائل، ياسر، زياد، زيد، رائد، طارق، أنس، أسامة، أيمن، أيوب،
  بدر، تركي، حسن، حسين، صالح، بلال، البراء`);

const female = listed(`
  فاطمة، عائشة، خديجة، مريم، زينب، حفصة، أسماء، سارة، هاجر، آمنة، رقية، سمية، صفية، نورة،
  هند، لطيفة، منيرة، جواهر، ريم، لمى، شيماء، هدى، أمل، إيمان، ابتسام، بشرى، تهاني، جميلة،
  رحمة، رؤى، سلمى، شذى، ضحى، عبير، غادة، ليلى، مها، نجلاء، وفاء، يسرى`);

const families = listed(`
  الحكيم، الهادي، الجابر، الصالح، الكريم، المنصور، الراشد، السالم، الناصر، الخالدي، الحسن،
  العمري، الفارس، المبارك، الأنصاري، الحافظ، القاضي، الزاهد، العابد، الأمين، النجار،
  الحداد، الخطيب، الطيب، الشريف، المؤذن، البصري، المدني، الحجازي، اليماني، السعدي، الجهني،
  الربيعي، الهاشمي، الفقيه، العطار، الوراق، البنا، الصباغ، أبو زيد`);

const foreign = listed('يمني، سوداني، مصري، سوري، أردني، باكستاني');

/** The word for a nationality in the form for a man or a woman; four in five are citizens. */
export function nationality(random: Random, gender: Gender): { name: string; isCitizen: boolean } {
  const isCitizen = random.happens(0.8);
  const name = isCitizen ? defaultNationality : random.pick(foreign);
  return { name: gender === 'أنثى' ? `${name}ة` : name, isCitizen };
}

export interface PersonNames {
  first_name: string;
  second_name: string;
  third_name: string;
  last_name: string;
}

/** Four random names: own, father's, grandfather's and family name. They mean no real person. */
export function personNames(random: Random, gender: Gender): PersonNames {
  return {
    first_name: random.pick(gender === 'أنثى' ? female : male),
    second_name: random.pick(male),
    third_name: random.pick(male),
    last_name: random.pick(families),
  };
}

/** The name of an account: own and family name. */
export function shortName(random: Random): string {
  return fullName({ first_name: random.pick(male), last_name: random.pick(families) });
}
