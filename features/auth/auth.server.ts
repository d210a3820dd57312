import passwordReset from './password-reset.server.ts'
import signIn from './sign-in.server.ts'
import signUp from './sign-up.server.ts'

export default [...signUp, ...signIn, ...passwordReset]
