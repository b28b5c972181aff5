import { Link } from '@mui/material';

interface PhoneLinkProps {
  phone: string;
  /** The number to call. Null if nobody can be called. */
  callNumber: string | null;
}

/** The digits of a number run from left to right. */
export const PhoneLink = ({ phone, callNumber }: PhoneLinkProps) =>
  callNumber === null ? (
    <span className="figure" dir="ltr">
      {phone}
    </span>
  ) : (
    <Link className="figure" dir="ltr" href={`tel:${callNumber}`} underline="hover">
      {phone}
    </Link>
  );
