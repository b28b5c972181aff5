/** Links to the plan, for screens that do not load its texts. */
export const hifzLinks = {
  circlePlan: 'خطة الحلقة',
  /** On the page of the subject itself. */
  offeringPlan: 'خطة الحفظ للمادة',
  subjectPlan: (name: string) => `خطة مادة «${name}»`,
};
