import { memo } from 'react';
import type { Question } from '../../../../contract/assignments';
import type { GivenAnswer } from '../../../../contract/rules/assignments';
import { fitting } from './answers';
import { QuestionCard } from './QuestionCard';
import { QuestionField } from './QuestionField';

interface AnsweredQuestionProps {
  question: Question;
  /** From 1. */
  number: number;
  /** The same object until it changes. */
  answer: GivenAnswer;
  isDisabled: boolean;
  /** Always the same function. */
  onAnswer: (questionId: number, answer: GivenAnswer) => void;
}

/** A question with its answer; drawn anew only when its own answer changes, for there may be hundreds. */
export const AnsweredQuestion = memo(function AnsweredQuestion(props: AnsweredQuestionProps) {
  const { question, number, answer, isDisabled, onAnswer } = props;
  return (
    <QuestionCard question={question} number={number}>
      <QuestionField
        question={question}
        number={number}
        answer={fitting(answer, question)}
        isDisabled={isDisabled}
        onChange={(changed) => onAnswer(question.id, changed)}
      />
    </QuestionCard>
  );
});
