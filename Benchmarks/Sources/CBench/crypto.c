#include "CBench.h"

#include <openssl/evp.h>

bool baseline_pbkdf2_sha256(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                            int iterations, uint8_t output[32]) {
    return PKCS5_PBKDF2_HMAC((const char *)password, (int)password_count, salt, (int)salt_count, iterations,
                             EVP_sha256(), 32, output) == 1;
}
