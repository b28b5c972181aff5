/** What leads to the plan of memorisation, on screens that load its words only with it. */
export const hifzLinks = {
  circlePlan: 'خطة الحلقة',
  /** On the screen of the subject itself. */
  offeringPlan: 'خطة الحفظ للمادة',
  subjectPlan: (name: string) => `خطة مادة «${name}»`,
};
